/** The command that a person types to log in to a server. */
export function loginCommand(name: string): string {
  return `millrace mcp login ${/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`}`
}
