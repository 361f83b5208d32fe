// Rules as files hold them.

/**
 * One layer; what is left out is empty.
 * @param {{ name?: string, allow?: any[], ask?: any[], deny?: any[] }} lists
 */
export function layer({ name = 'user', ...lists }) {
  return { name, mayGrant: true, allow: [], ask: [], deny: [], ...lists }
}

const written = (/** @type {string[]} */ ...rules) => rules.map((rule) => ({ rule }))

/** What a person and a project may have written, besides the rules to begin with. @param {any} starterRules */
export function realisticLayers(starterRules) {
  return [
    layer({ name: 'built-in', allow: written('Read(/tmp/millrace-spill/*)') }),
    layer({ name: 'user', ...starterRules }),
    layer({
      name: 'project',
      allow: written(
        'noop',
        'Bash(npm test *)',
        'Bash(npm run lint *)',
        'Edit(src/**)',
        'Edit(docs/**)',
        'WebFetch(domain:nodejs.org)',
        'WebFetch(domain:*.npmjs.org)',
        'mcp__issues__list',
      ),
      ask: written(
        'Bash(git commit *)',
        'Bash(npm publish *)',
        'Edit(package-lock.json)',
        'mcp__issues__close',
      ),
      deny: written('Bash(rm -rf *)', 'Edit(dist/**)', 'Read(secrets/**)'),
    }),
  ]
}

/** Rule number `at` of a kind, none of which is about the calls that are measured. */
const others = {
  paths: (/** @type {number} */ at) => `Edit(packages/part-${at}/src/**)`,
  patterns: (/** @type {number} */ at) => `Edit(**/*.part-${at}.ts)`,
  argv: (/** @type {number} */ at) => (at % 4 === 0 ? `Bash(git part-${at} *)` : `Bash(program-${at} run *)`),
}

const deciding = { paths: 'Edit(src/net/**)', patterns: 'Edit(src/net/**)', argv: 'Bash(git status *)' }

/**
 * So many rules, one of which allows the call that is measured: of ten, seven allow, two ask and one denies.
 * @param {keyof typeof others} kind @param {number} count
 */
export function manyRules(kind, count) {
  const lists = { allow: written(deciding[kind]), ask: written(), deny: written() }
  for (let at = 1; at < count; at++) {
    const tenth = at % 10
    const list = tenth < 7 ? lists.allow : tenth < 9 ? lists.ask : lists.deny
    list.push({ rule: others[kind](at) })
  }
  return [layer(lists)]
}
