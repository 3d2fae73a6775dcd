/** The file of the workspace that holds the process id of the language server, for who waits for its end. */
export const serverPidFile = 'server.pid';
