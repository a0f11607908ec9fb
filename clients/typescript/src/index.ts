/** A typed client of the Companion's API: `client.POST("/api/v1/tables", { body })`. */
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.js";

export type * from "./schema.js";

/** baseUrl: where the Companion is. key: of a table; without one, what is open to everyone can be called. */
export default function createCompanionClient(baseUrl: string, key?: string): Client<paths> {
  return createClient<paths>({ baseUrl, ...(key ? { headers: { Authorization: `Bearer ${key}` } } : {}) });
}
