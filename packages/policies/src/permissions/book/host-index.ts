import { matchesHost, resemblesHost, type HostPlace, type HostReach } from '../rules/host-reach.ts'
import type { CompiledRule } from './compiled-rule.ts'

interface Entry {
  readonly reach: HostReach
  readonly rule: CompiledRule
}

/** Rules about hosts of one list. */
export class HostIndex {
  private readonly isLoose: boolean
  private readonly names = new Map<string, Entry[]>()

  constructor(isLoose: boolean) {
    this.isLoose = isLoose
  }

  add(reach: HostReach, rule: CompiledRule): void {
    this.names.set(reach.name, [...(this.names.get(reach.name) ?? []), { reach, rule }])
  }

  find(host: HostPlace, found: (rule: CompiledRule) => void): void {
    if (this.names.size === 0) return
    const matches = this.isLoose ? resemblesHost : matchesHost
    // The name itself, and each that it lies below.
    for (let from = 0; from >= 0; from = after(host.name.indexOf('.', from))) {
      for (const { reach, rule } of this.names.get(host.name.slice(from)) ?? []) {
        if (matches(reach, host)) found(rule)
      }
    }
  }
}

const after = (dot: number): number => (dot < 0 ? -1 : dot + 1)
