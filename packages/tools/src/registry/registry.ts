import type { Context } from '@deepseek-ai/cordis'
import { ScopedLayers, type LayerEffect } from '@millrace/scope'
import type { CodeTransport, ToolPresentationMode, ToolSelection } from '../contract/mode.ts'
import { CodeRuntimeMissingError } from '../errors.ts'
import { transportEntry, type ToolEntry } from './entry.ts'
import { ToolLayer } from './layer.ts'
import { Views } from './view.ts'

/** Everything that is registered, and the views over it. */
export class Registry {
  readonly layers: ScopedLayers<ToolLayer> = new ScopedLayers(() => new ToolLayer())
  readonly views: Views
  /** The presentation of scopes that declare none. */
  readonly mode: ToolPresentationMode
  /** Grows with every change of what is registered; cached views compare it. */
  generation = 0
  private readonly announce: () => void
  /** What fills the reserved slot, and speaks for it. */
  codeTransport: CodeTransport | undefined
  /** What chooses the tools of requests, if anything does. */
  selection: ToolSelection | undefined
  private transportEntry: ToolEntry | undefined

  constructor(mode: ToolPresentationMode, announce: () => void) {
    this.mode = mode
    this.announce = announce
    this.views = new Views(this)
  }

  /** What fills the reserved slot, if anything does. */
  get transport(): ToolEntry | undefined {
    return this.transportEntry
  }

  /** The same, for a mode that cannot do without. */
  requireTransport(mode: ToolPresentationMode): ToolEntry {
    if (this.transportEntry === undefined) throw new CodeRuntimeMissingError(mode)
    return this.transportEntry
  }

  /** Registers something that changes views, as an effect of the calling context. */
  change(ctx: Context, effect: Omit<LayerEffect<ToolLayer>, 'changed'>): () => void {
    return this.layers.effect(ctx, {
      label: effect.label,
      apply: (layer) => this.counted(effect.apply(layer)),
      changed: this.announce,
    })
  }

  /** Fills the reserved slot, as an effect of the calling context. */
  fill(ctx: Context, transport: CodeTransport): () => void {
    return this.change(ctx, {
      label: 'tools.transport()',
      apply: () => {
        if (this.codeTransport !== undefined) throw new Error('the Code Mode transport is provided already')
        this.codeTransport = transport
        this.transportEntry = transportEntry(transport.definition)
        return () => {
          this.codeTransport = undefined
          this.transportEntry = undefined
        }
      },
    })
  }

  /** Lets something choose the tools of requests, as an effect of the calling context. */
  select(ctx: Context, selection: ToolSelection): () => void {
    return this.change(ctx, {
      label: 'tools.selection()',
      apply: () => {
        if (this.selection !== undefined) throw new Error('a selection of tools is provided already')
        this.selection = selection
        return () => {
          this.selection = undefined
        }
      },
    })
  }

  private counted(undo: () => void): () => void {
    this.generation++
    return () => {
      undo()
      this.generation++
    }
  }
}
