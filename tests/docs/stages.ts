import type { Fence } from './fences.ts'
import type { Stage } from './stage.ts'
import { agentStages } from './stages/agents.ts'
import { chatStages } from './stages/chat-clients.ts'
import { fileStages } from './stages/files.ts'
import { firstStages } from './stages/first-programs.ts'
import { jobStages } from './stages/jobs.ts'
import { protocolStages } from './stages/protocols.ts'

/** All stages. */
export const stages: readonly Stage[] = [
  ...firstStages,
  ...agentStages,
  ...chatStages,
  ...fileStages,
  ...jobStages,
  ...protocolStages,
]

/** How a program is run; nothing special where no stage is for it. */
export function stageOf({ page, code }: Fence): Stage {
  const ofPage = stages.filter((stage) => stage.page === page)
  const own = ofPage.find(({ about }) => about !== undefined && code.includes(about))
  return own ?? ofPage.find(({ about }) => about === undefined) ?? { page }
}
