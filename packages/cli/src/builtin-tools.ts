/** The names of the tools that come with the command, known without loading them; all of them only read. */
export const builtinTools: readonly string[] = ['read', 'glob', 'grep']
