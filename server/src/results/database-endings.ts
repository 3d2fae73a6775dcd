/** What is added to a database's name for what SQLite keeps beside it; nothing for the database itself. */
export const databaseEndings: readonly string[] = ['', '-wal', '-shm', '-journal'];
