import type { AgentModel } from '@millrace/agent'
import { isHarnessError } from '@millrace/protocol'
import type { LoadedSettings } from '../../config/load-settings.ts'
import type { Io } from '../../io.ts'
import { modelKeys } from '../../model-variables.ts'
import { priced, type OpenModel } from '../../run/open-model.ts'
import { requirePrice } from '../../run/run-prompt.ts'
import { UsageError } from '../../usage-error.ts'
import { WebError } from '../web-error.ts'

/** The model that answers, found when it is first needed. */
export class LazyModel {
  readonly #open: () => Promise<AgentModel>
  #found: Promise<AgentModel> | undefined

  constructor(openModel: OpenModel, { env }: Pick<Io, 'env'>, settings: LoadedSettings) {
    this.#open = async () => {
      const model = priced(await openModel(env, settings.model), settings.prices ?? {})
      requirePrice(model, settings.limits ?? {})
      return model
    }
  }

  /** @throws WebError where there is none, with what helps. */
  get(): Promise<AgentModel> {
    return (this.#found ??= this.#opened().catch((error: unknown) => {
      // What was wrong may be mended by then.
      this.#found = undefined
      throw error
    }))
  }

  async #opened(): Promise<AgentModel> {
    try {
      return await this.#open()
    } catch (error) {
      if (error instanceof UsageError) throw new WebError('MODEL_UNUSABLE', error.message, error.hints)
      if (!isHarnessError(error) || !error.code.startsWith('MODEL_')) throw error
      throw new WebError(error.code, error.message, hints, { cause: error })
    }
  }
}

const hints: readonly string[] = [
  `set ${modelKeys.join(', or ')}, and start millrace web again; --model chooses one`,
  'a whole turn that needs no key is played by: millrace web --demo',
]
