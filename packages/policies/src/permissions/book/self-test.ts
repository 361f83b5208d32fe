import { shown } from '@millrace/protocol'
import { readCommand } from '../command/read-command.ts'
import { hostPlace, matchesHost, resemblesHost } from '../rules/host-reach.ts'
import { splitCall } from '../rules/parse-rule.ts'
import { matchesPath, resemblesPath, type PathReach } from '../rules/path-reach.ts'
import { foldedName, placeOf, type Bases } from '../rules/paths.ts'
import { namedTools } from '../rules/tool-names.ts'
import { matchesWords, resemblesWords, type WordsReach } from '../rules/words.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { isUnseen } from '../judge/unseen.ts'

/** What a rule's own examples say against it; `undefined` where they hold, or there are none. */
export function selfTest(compiled: CompiledRule, bases: Bases): string | undefined {
  const { match = [], notMatch = [] } = compiled.written
  const missed = match.find((sample) => !decides(compiled, sample, bases))
  const hit = notMatch.find((sample) => decides(compiled, sample, bases))
  const rule = `the rule "${shown(compiled.rule.text)}"`
  if (missed !== undefined) {
    return `${rule} does not match "${shown(missed)}", which its "match" says that it does; correct the one or the other`
  }
  return hit === undefined
    ? undefined
    : `${rule} matches "${shown(hit)}", which its "notMatch" says that it does not; correct the one or the other`
}

/** Whether this rule alone would decide about the call, given whole or as what stands in the parentheses. */
function decides(compiled: CompiledRule, sample: string, bases: Bases): boolean {
  const text = innerOf(compiled, sample)
  return compiled.reaches.some((reach) => {
    switch (reach.kind) {
      case 'all':
        return true
      case 'words':
        return decidesCommand(compiled, reach, text)
      case 'path':
        return decidesPath(compiled, reach, text, bases)
      case 'host': {
        const host = hostPlace(text.replace(/^domain:/, ''))
        const matches = compiled.list === 'allow' ? matchesHost : resemblesHost
        // An example is about the name; the port of the web is meant where it says none.
        return host !== undefined && matches(reach, { ...host, port: host.port ?? '443' })
      }
    }
  })
}

function innerOf({ rule }: CompiledRule, sample: string): string {
  const whole = /^([A-Za-z0-9_.-]+)\(.*\)$/s.exec(sample.trim())
  if (whole === null || !namedTools(whole[1] ?? '').names.some((name) => rule.tools.includes(name)))
    return sample
  return splitCall(sample.trim()).inner ?? sample
}

function decidesCommand({ list, isExact }: CompiledRule, reach: WordsReach, command: string): boolean {
  const reading = readCommand(command, '.')
  if (reading.kind === 'unsure') return false
  if (list !== 'allow') {
    return reading.parts.some(({ argv }) =>
      resemblesWords(
        reach,
        argv.map((word) => word.toLowerCase()),
      ),
    )
  }
  const allows = reading.parts.every((part) => {
    const { argv, doubt, via } = part
    if (isUnseen(part)) return false
    // A rule that spells all of it out means what it starts, too.
    return isExact
      ? via.length > 0 || matchesWords(reach, argv)
      : doubt === undefined && matchesWords(reach, argv)
  })
  return allows && reading.parts.length > 0
}

function decidesPath({ list }: CompiledRule, { pattern }: PathReach, path: string, bases: Bases): boolean {
  const place = placeOf(path, bases)
  if (pattern === undefined) return true
  if (list === 'allow') return matchesPath(pattern, place)
  if (pattern.base === 'workspace' && !place.inside) return false
  const names = pattern.base === 'workspace' ? place.names : place.absolute
  return resemblesPath(pattern, names.map(foldedName)) === 'meant'
}
