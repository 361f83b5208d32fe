import { defaultLimits, hardLimits } from '@millrace/code-mode'
import { networkLimits } from '@millrace/host'
import { taskLimits } from '../../packages/agent/src/task/limits.ts'
import { toolSearchLimits } from '../../packages/code-mode/src/discovery/limits.ts'
import { questionLimits } from '../../packages/toolbox/src/ask/question.ts'
import { bashLimits } from '../../packages/toolbox/src/bash/limits.ts'
import { changeLimits } from '../../packages/toolbox/src/change/limits.ts'
import { globLimits } from '../../packages/toolbox/src/glob/limits.ts'
import { grepLimits } from '../../packages/toolbox/src/grep/limits.ts'
import { jobLimits } from '../../packages/toolbox/src/jobs/limits.ts'
import { readLimits } from '../../packages/toolbox/src/read/limits.ts'
import { outputLimits } from '../../packages/toolbox/src/shell/limits.ts'
import { todoLimits } from '../../packages/toolbox/src/todo/limits.ts'
import { fetchLimits } from '../../packages/toolbox/src/web-fetch/limits.ts'
import { searchLimits } from '../../packages/toolbox/src/web-search/limits.ts'

/** A constant whose members bound a tool. */
export interface LimitSource {
  readonly path: string
  readonly name: string
  readonly values: Readonly<Record<string, number>>
  /** The most that a host can allow, where it can allow more. */
  readonly most?: Readonly<Record<string, number>>
}

const toolbox = (folder: string, name: string, values: LimitSource['values']): LimitSource => ({
  path: `packages/toolbox/src/${folder}/limits.ts`,
  name,
  values,
})

const ofChanges = [toolbox('change', 'changeLimits', changeLimits)]
const ofJobs = [toolbox('jobs', 'jobLimits', jobLimits)]
const ofNetwork = {
  path: 'packages/host/src/network/limits.ts',
  name: 'networkLimits',
  values: { ...networkLimits },
}

/** Which constants bound which tool. */
export const limitsOfTools: Readonly<Record<string, readonly LimitSource[]>> = {
  read: [toolbox('read', 'readLimits', readLimits)],
  write: ofChanges,
  edit: ofChanges,
  glob: [toolbox('glob', 'globLimits', globLimits)],
  grep: [toolbox('grep', 'grepLimits', grepLimits)],
  bash: [toolbox('bash', 'bashLimits', bashLimits), toolbox('shell', 'outputLimits', outputLimits)],
  job_list: ofJobs,
  job_output: ofJobs,
  job_stop: ofJobs,
  web_fetch: [toolbox('web-fetch', 'fetchLimits', fetchLimits), ofNetwork],
  web_search: [toolbox('web-search', 'searchLimits', searchLimits)],
  todo_write: [toolbox('todo', 'todoLimits', todoLimits)],
  ask_user: [
    { path: 'packages/toolbox/src/ask/question.ts', name: 'questionLimits', values: questionLimits },
  ],
  task: [{ path: 'packages/agent/src/task/limits.ts', name: 'taskLimits', values: taskLimits }],
  tool_search: [
    {
      path: 'packages/code-mode/src/discovery/limits.ts',
      name: 'toolSearchLimits',
      values: toolSearchLimits,
    },
  ],
  run_code: [
    {
      path: 'packages/code-mode/src/contract/limits.ts',
      name: 'defaultLimits',
      values: { ...defaultLimits },
      most: { ...hardLimits },
    },
  ],
}
