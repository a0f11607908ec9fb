-- Keys that begin with the table's id, for a database that is split by table (docs/operations/scale.md).
-- For PostgreSQL, after every migration has been applied, while no process of the Companion runs.

-- 1. Foreign keys go, and keys get the column by which rows are split. Triggers that notify go: see scale.md.
DO $$
DECLARE constraint_row record;
BEGIN
    FOR constraint_row IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
        WHERE contype = 'f' AND conrelid::regclass::text LIKE 'scoring\_%' AND conrelid::regclass::text NOT LIKE 'scoring\_event%'
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', constraint_row.name, constraint_row.conname);
    END LOOP;
END $$;
DROP TRIGGER scoring_match_notify ON scoring_match;
DROP TRIGGER scoring_accesskey_notify ON scoring_accesskey;

DO $$
DECLARE constraint_row record;
BEGIN
    FOR constraint_row IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
        WHERE contype = 'p' AND conrelid::regclass::text LIKE 'scoring\_%'
        AND conrelid::regclass::text NOT IN ('scoring_table', 'scoring_servercopy')
        AND conrelid::regclass::text NOT LIKE 'scoring\_event%'
    LOOP
        EXECUTE format(
            'ALTER TABLE %s DROP CONSTRAINT %I, ADD PRIMARY KEY (%I, id)', constraint_row.name, constraint_row.conname,
            CASE constraint_row.name::text WHEN 'scoring_idempotencyrecord' THEN 'scope' ELSE 'table_id' END);
    END LOOP;
END $$;

DROP INDEX hand_number_once_in_a_match;
CREATE UNIQUE INDEX hand_number_once_in_a_match ON scoring_hand (match_id, number, table_id);
DROP INDEX change_version_once_in_a_match;
CREATE UNIQUE INDEX change_version_once_in_a_match ON scoring_change (match_id, version, table_id);
DROP INDEX message_once_at_a_webhook;
CREATE UNIQUE INDEX message_once_at_a_webhook ON scoring_webhookdelivery (webhook_id, message, table_id);

-- 2. Split. With Citus (not tried):
-- SELECT create_distributed_table('scoring_table', 'id');
-- SELECT create_distributed_table(name, 'table_id', colocate_with => 'scoring_table') FROM unnest(ARRAY[
--     'scoring_player', 'scoring_accesskey', 'scoring_match', 'scoring_hand', 'scoring_change',
--     'scoring_translatedresult', 'scoring_kittyentry', 'scoring_webhook', 'scoring_webhookdelivery']) name;
-- SELECT create_distributed_table('scoring_idempotencyrecord', 'scope');

-- 3. Foreign keys within one table.
ALTER TABLE scoring_player ADD FOREIGN KEY (table_id) REFERENCES scoring_table (id);
ALTER TABLE scoring_accesskey ADD FOREIGN KEY (table_id) REFERENCES scoring_table (id);
ALTER TABLE scoring_match ADD FOREIGN KEY (table_id) REFERENCES scoring_table (id);
ALTER TABLE scoring_hand ADD FOREIGN KEY (table_id, match_id) REFERENCES scoring_match (table_id, id);
ALTER TABLE scoring_change ADD FOREIGN KEY (table_id, match_id) REFERENCES scoring_match (table_id, id);
ALTER TABLE scoring_translatedresult ADD FOREIGN KEY (table_id, hand_id) REFERENCES scoring_hand (table_id, id);
ALTER TABLE scoring_kittyentry ADD FOREIGN KEY (table_id) REFERENCES scoring_table (id);
ALTER TABLE scoring_webhookdelivery ADD FOREIGN KEY (table_id, webhook_id) REFERENCES scoring_webhook (table_id, id);
