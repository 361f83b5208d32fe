import type { Resolve } from '../../network/judged-addresses.ts'
import type { SandboxNetwork } from '../sandbox.ts'
import type { SandboxPrograms } from '../sandbox-programs.ts'
import type { EgressJudge } from './egress-judge.ts'
import { EgressProxy } from './egress-proxy.ts'
import { NetworkNamespace } from './network-namespace.ts'
import { proxyEnvironment } from './proxy-environment.ts'

/** How a program gets into the network of its sandbox, and finds the way out of it. */
export interface Joined {
  /** What to put before the program; empty where it gets no network at all. */
  readonly joining: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

const nowhere: Joined = { joining: [], variables: {} }

/** The network of the commands of one sandbox, made for the first of them. */
export class EgressNetwork {
  private readonly programs: SandboxPrograms
  private readonly judge: EgressJudge
  private readonly proxy: EgressProxy
  private opening: Promise<NetworkNamespace | undefined> | undefined
  private hasNone = false
  private isClosed = false

  constructor(programs: SandboxPrograms, judge: EgressJudge, resolve: Resolve | undefined) {
    this.programs = programs
    this.judge = judge
    this.proxy = new EgressProxy(judge, resolve)
    this.hasNone = programs.nsenter === undefined
  }

  /** `proxy` until it turned out that programs cannot be put into a network of theirs; then they have none. */
  get state(): SandboxNetwork {
    return this.hasNone ? 'none' : 'proxy'
  }

  /** Makes the network where that has not been done. */
  async joined(): Promise<Joined> {
    if (this.hasNone || this.isClosed) return nowhere
    this.opening ??= this.open()
    const namespace = await this.opening
    if (namespace === undefined) return nowhere
    const { joining, port } = namespace
    return { joining, variables: proxyEnvironment(port, this.judge.list) }
  }

  /** Ends all connections; whatever still runs reaches nothing any more. */
  async close(): Promise<void> {
    this.isClosed = true
    this.judge.close()
    this.proxy.close()
    const namespace = await this.opening
    namespace?.close()
  }

  private async open(): Promise<NetworkNamespace | undefined> {
    const namespace = await NetworkNamespace.open(this.programs)
    if (namespace === undefined) this.hasNone = true
    else this.proxy.serve(namespace.server)
    return namespace
  }
}
