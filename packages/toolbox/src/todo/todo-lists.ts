import type { Agent } from '@millrace/tools'
import type { Todo } from './value.ts'

/** The task lists of all agents, as long as those live; calls without an agent share one. */
export class TodoLists {
  private readonly byAgent = new WeakMap<object, readonly Todo[]>()
  private readonly nobody = {}

  /**
   * The list of an agent; empty before it wrote one.
   * @param agent - omitted for the list of calls without an agent.
   */
  of(agent?: Agent & object): readonly Todo[] {
    return this.byAgent.get(agent ?? this.nobody) ?? []
  }

  /** Puts another list in the place of an agent's. The items are kept, not copied. */
  replace(agent: (Agent & object) | undefined, todos: readonly Todo[]): void {
    this.byAgent.set(agent ?? this.nobody, todos)
  }
}
