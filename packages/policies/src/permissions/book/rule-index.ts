import type { RuleList } from '../contract.ts'
import type { Within } from '../command/reading.ts'
import type { HostPlace } from '../rules/host-reach.ts'
import type { PathReach } from '../rules/path-reach.ts'
import type { Place } from '../rules/paths.ts'
import { ruleNamesOf, ruleStartsOf } from '../rules/tool-names.ts'
import { counts, moreDecisive, type CompiledRule } from './compiled-rule.ts'
import { HostIndex } from './host-index.ts'
import { PathIndex } from './path-index.ts'
import { ExactWords, LooseWords, type WordIndex } from './word-index.ts'

type Access = 'read' | 'write'
type PathIndexes = Readonly<Record<Access, PathIndex>>

/** Where rules about any tool stand. */
const anyTool = ''

/**
 * The rules of one list. Rules that allow are taken at their narrowest, and only for the tool that they name; rules
 * that ask and deny at their widest, for whatever tool touches what they are about.
 */
export class RuleIndex {
  private readonly isLoose: boolean
  private readonly whole = new Map<string, CompiledRule[]>()
  /** Whether a rule is about all tools whose names begin so. */
  private hasStarts = false
  private readonly withEffects: CompiledRule[] = []
  private readonly words = new Map<string, WordIndex>()
  private readonly paths = new Map<string, PathIndexes>()
  private readonly hosts = new Map<string, HostIndex>()

  constructor(list: RuleList) {
    this.isLoose = list !== 'allow'
  }

  /** Adds a rule; one that could not be read and names no tool is about all tools with effects. */
  add(rule: CompiledRule): void {
    if (rule.rule.tools.length === 0) this.withEffects.push(rule)
    for (const reach of rule.reaches) {
      if (reach.kind === 'path') this.addPath(reach, rule)
      else for (const tool of rule.rule.tools) this.addTo(tool, reach, rule)
    }
  }

  private addTo(tool: string, reach: CompiledRule['reaches'][number], rule: CompiledRule): void {
    if (reach.kind === 'all') {
      put(this.whole, this.keyOf(tool), () => [] as CompiledRule[]).push(rule)
      this.hasStarts ||= tool.endsWith('*')
    }
    if (reach.kind === 'words') {
      put(this.words, tool, () => (this.isLoose ? new LooseWords() : new ExactWords())).add(reach, rule)
    }
    if (reach.kind === 'host') {
      const key = this.isLoose ? anyTool : tool
      put(this.hosts, key, () => new HostIndex(this.isLoose)).add(reach, rule)
    }
  }

  private addPath(reach: PathReach, rule: CompiledRule): void {
    const fresh = (): PathIndexes => ({
      read: new PathIndex(this.isLoose),
      write: new PathIndex(this.isLoose),
    })
    for (const tool of reach.anyTool ? [anyTool] : rule.rule.tools) {
      const indexes = put(this.paths, tool, fresh)
      if (reach.access !== 'write') indexes.read.add(reach.pattern, rule)
      if (reach.access !== 'read') indexes.write.add(reach.pattern, rule)
    }
  }

  private keyOf(tool: string): string {
    return this.isLoose ? tool.toLowerCase() : tool
  }

  /** Whether it says anything about what a command may do, so that one that cannot be read may break it. */
  get isAboutCommands(): boolean {
    return this.isLoose && (this.words.size > 0 || this.paths.size > 0 || this.hosts.size > 0)
  }

  /** About all calls of a tool. */
  ofTool(tool: string, hasEffects: boolean, now: () => number): CompiledRule | undefined {
    if (this.whole.size === 0 && this.withEffects.length === 0) return undefined
    const best = new Best(now)
    const names = this.hasStarts ? [...ruleNamesOf(tool), ...ruleStartsOf(tool)] : ruleNamesOf(tool)
    for (const name of names) this.whole.get(this.keyOf(name))?.forEach(best.add)
    if (hasEffects) this.withEffects.forEach(best.add)
    return best.rule
  }

  /** About a program that the tool starts. */
  ofProgram(tool: string, argv: readonly string[], now: () => number): CompiledRule | undefined {
    if (this.words.size === 0) return undefined
    const best = new Best(now)
    this.words.get(tool)?.find(argv, best.add)
    if (this.isLoose && tool !== 'bash') this.words.get('bash')?.find(argv, best.add)
    return best.rule
  }

  /** About a path that the tool touches. */
  ofPath(tool: string, place: Place, access: Access, now: () => number): CompiledRule | undefined {
    if (this.paths.size === 0) return undefined
    const best = new Best(now)
    this.paths.get(anyTool)?.[access].find(place, best.add)
    this.paths.get(tool)?.[access].find(place, best.add)
    return best.rule
  }

  /** About something that may lie in a folder of which that much is read. */
  withinFolder(place: Place, within: Within, now: () => number): CompiledRule | undefined {
    const best = new Best(now)
    this.paths.get(anyTool)?.read.findWithin(place, within, best.add)
    return best.rule
  }

  /** About a host that the tool, or a command, reaches. */
  ofHost(tool: string, host: HostPlace, now: () => number): CompiledRule | undefined {
    if (this.hosts.size === 0) return undefined
    const best = new Best(now)
    this.hosts.get(this.isLoose ? anyTool : tool)?.find(host, best.add)
    return best.rule
  }
}

/** The most decisive of the rules that still count. */
class Best {
  rule: CompiledRule | undefined
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
    this.rule = undefined
  }

  readonly add = (found: CompiledRule): void => {
    if (!counts(found, this.now)) return
    this.rule = this.rule === undefined ? found : moreDecisive(this.rule, found)
  }
}

function put<T>(map: Map<string, T>, key: string, fresh: () => T): T {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = fresh()))
  return value
}
