"""The Companion on the phone alone: built as for a release, in a browser that is killed and started again."""
