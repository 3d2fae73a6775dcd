/** Endings of the files that SQLite keeps for a database; the empty one is the database itself. */
export const databaseEndings: readonly string[] = ['', '-wal', '-shm', '-journal'];
