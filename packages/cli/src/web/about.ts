import { homeOf } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import { sandboxBanner } from '@millrace/policies/sandbox'
import type { About } from '@millrace/web/wire'
import { shortened } from '../config/settings-places.ts'
import type { Io } from '../io.ts'
import { version } from '../version.ts'
import type { Workspace } from '../workspace.ts'
import { lookForSandbox } from './look-for-sandbox.ts'
import type { LazyModel } from './sessions/lazy-model.ts'
import { WebError } from './web-error.ts'

/** What a page is told of the server. */
export interface AboutOptions {
  readonly workspace: Workspace
  readonly io: Pick<Io, 'env'>
  readonly model: LazyModel
  /** The permission modes that a page can choose. */
  readonly modes: About['modes']
  readonly demo: () => About['demo']
}

/** Finds out what the server works with. */
export async function about({ workspace, io, model, modes, demo }: AboutOptions): Promise<About> {
  const { ctx, root } = workspace
  const problem = await lookForSandbox(workspace)
  const sandbox = ctx.get('sandbox')
  const banner = problem ?? (sandbox && sandboxBanner(sandbox))
  const demoNow = demo()
  return {
    version: version(),
    folder: root,
    folderName: shortened(root, homeOf(io.env)),
    ...(await modelFacts(model)),
    ...(demoNow !== undefined && { demo: demoNow }),
    mode: ctx.get('permissions')?.mode ?? 'default',
    modes,
    ...(banner !== undefined && { sandboxBanner: banner }),
  }
}

async function modelFacts(model: LazyModel): Promise<Pick<About, 'model' | 'modelProblem'>> {
  try {
    const { name } = await model.get()
    return { model: `${name.provider}/${name.id}` }
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return { modelProblem: { message: error.message, hints: error instanceof WebError ? error.hints : [] } }
  }
}
