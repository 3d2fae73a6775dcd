/**
 * The name under which a wiki finds a parameter: PHP drops the spaces before it, and what follows a NUL in it
 * (main/php_variables.c, `php_register_variable_ex`).
 */
export function receivedName(sent: string): string {
  const [name = ''] = sent.split('\0', 1);
  return name.replace(/^ +/, '');
}
