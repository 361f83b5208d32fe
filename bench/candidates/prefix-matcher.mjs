/** What decides where a command is not read: whether its text begins as a rule does. */

/**
 * Takes rules such as `Bash(git push *)` for beginnings of texts.
 * @param {{ allow: { rule: string }[], ask: { rule: string }[], deny: { rule: string }[] }} rules
 * @param {{ cut?: RegExp }} [options] - where a command is cut into texts, each of which is compared; none is cut without it.
 */
export function prefixMatcher(rules, { cut } = {}) {
  const [allow, ask, deny] = [rules.allow, rules.ask, rules.deny].map((list) =>
    list.flatMap(({ rule }) => /^Bash\((.*?)(?: \*)?\)$/.exec(rule)?.[1] ?? []),
  )
  const begins = (/** @type {string} */ text, /** @type {string[]} */ prefixes) =>
    prefixes.some((prefix) => text === prefix || text.startsWith(`${prefix} `))
  return {
    /** The verdict about a command. @param {string} command @returns {'allow' | 'ask' | 'deny'} */
    judge: (command) => {
      const texts = (cut ? command.split(cut) : [command]).map((text) => text.trim())
      if (texts.some((text) => begins(text, deny))) return 'deny'
      return texts.every((text) => begins(text, allow) && !begins(text, ask)) ? 'allow' : 'ask'
    },
    /** Whether a rule that allows names the program of this argument vector. @param {readonly string[]} argv */
    names: (argv) => begins(argv.join(' '), allow),
  }
}
