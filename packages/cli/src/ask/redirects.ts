/** A redirection of output outside of quotes, with where it goes. */
const redirection =
  /(?:\\.|'[^']*'|"(?:\\.|[^"\\])*")|(?:&|\d)?>>?\|?\s*(&\d|'[^']*'|"[^"]*"|[^\s;&|<>()'"]+)/gsu

/** Everything that goes nowhere, and file descriptors. */
const harmless = /^(?:&\d|\/dev\/(?:null|stdout|stderr))$/

/**
 * Where a command writes by `>` or `>>`, as far as that is plain to see. For a note to a person: nothing may be decided
 * by it.
 */
export function redirects(command: string): string[] {
  const found = [...command.matchAll(redirection)].flatMap(([, target]) => target ?? [])
  return [...new Set(found.filter((target) => !harmless.test(target)))]
}
