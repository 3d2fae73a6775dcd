/** Carries out a command with the arguments that VS Code, a menu or a link passes to it. */
type CommandHandler = (...parameters: readonly unknown[]) => Promise<unknown>;

/** Commands by their ids. */
export type CommandHandlers = Readonly<Record<string, CommandHandler>>;
