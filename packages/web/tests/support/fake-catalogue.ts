import { HarnessError, type JsonObject } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import type { CatalogueHost } from '@millrace/web'
import type {
  About,
  ProgramSdk,
  ReplayedRules,
  ReplayRules,
  RulesReport,
  ServerEntry,
  TestedCall,
  ToolEntry,
} from '@millrace/web/wire'
import { folder, type FakeSessions } from './fake-sessions.ts'

/** Tools, servers and rules of a test: plain data that it may set. */
export class FakeCatalogue implements CatalogueHost {
  about: About = {
    version: '0.1.0',
    folder,
    folderName: '~/demo',
    model: 'scripted/fake',
    mode: 'default',
    modes: ['default', 'accept-edits', 'plan', 'bypass'],
  }
  toolEntries: readonly ToolEntry[]
  serverEntries: readonly ServerEntry[] = []
  declarations = 'declare const tools: {}'
  report: RulesReport = {
    mode: 'default',
    modeSource: 'built in',
    sandbox: 'off',
    rules: [],
    problems: [],
    grants: [],
    callsRead: 0,
  }
  tested: TestedCall = { verdict: 'ask', parts: [], suggestions: [] }
  replayed: ReplayedRules = { sessions: [], unused: [], problems: [], differ: 0, same: 0, unjudged: 0 }
  /** What the pages did, in order: `call TOOL {…}`, `restart NAME`, `revoke ID`, … */
  readonly deeds: string[] = []
  readonly #sessions: FakeSessions

  constructor(sessions: FakeSessions, tools: readonly ToolDefinition[]) {
    this.#sessions = sessions
    this.toolEntries = tools.map(({ name, description, parameters }) => ({
      name,
      description,
      kind: 'other',
      source: 'built in',
      permission: 'ask',
      why: 'no rule: default',
      parameters: parameters as unknown as JsonObject,
      output: {},
      example: {},
    }))
  }

  tools(): Promise<readonly ToolEntry[]> {
    return Promise.resolve(this.toolEntries)
  }

  async call(tool: string, argumentsText: string): Promise<string> {
    this.deeds.push(`call ${tool} ${argumentsText}`)
    if (!this.toolEntries.some(({ name }) => name === tool))
      throw new HarnessError('TOOL_NOT_FOUND', `there is no tool ${tool}`)
    const calls = [{ name: tool, argumentsText }]
    return (await this.#sessions.play(`call ${tool}`, [{ calls }, 'done'])).id
  }

  async program(code: string): Promise<string> {
    this.deeds.push(`program ${code}`)
    return (await this.#sessions.play('run a program', ['done'])).id
  }

  sdk(): Promise<ProgramSdk> {
    return Promise.resolve({ declarations: this.declarations })
  }

  servers(): Promise<readonly ServerEntry[]> {
    return Promise.resolve(this.serverEntries)
  }

  restartServer(name: string): Promise<void> {
    this.deeds.push(`restart ${name}`)
    if (this.serverEntries.some((server) => server.name === name)) return Promise.resolve()
    return Promise.reject(new HarnessError('SERVER_NOT_FOUND', `there is no server ${name}`))
  }

  rules(): Promise<RulesReport> {
    return Promise.resolve(this.report)
  }

  revokeGrant(id: string): Promise<void> {
    this.deeds.push(`revoke ${id}`)
    const { grants } = this.report
    if (!grants.some((grant) => grant.id === id))
      return Promise.reject(new HarnessError('GRANT_NOT_FOUND', `there is no grant ${id}`))
    this.report = { ...this.report, grants: grants.filter((grant) => grant.id !== id) }
    return Promise.resolve()
  }

  testRules(call: string): Promise<TestedCall> {
    this.deeds.push(`test ${call}`)
    return Promise.resolve(this.tested)
  }

  replayRules({ rules, mode }: ReplayRules): Promise<ReplayedRules> {
    this.deeds.push(`replay ${mode} ${JSON.stringify(rules)}`)
    return Promise.resolve(this.replayed)
  }

  setMode(mode: About['mode']): Promise<void> {
    this.deeds.push(`mode ${mode}`)
    this.about = { ...this.about, mode }
    return Promise.resolve()
  }
}
