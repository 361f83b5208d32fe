import type { About, SessionActivity } from '@millrace/web/wire'
import type { SessionPhase } from '../store/open-session.ts'

/** Why words cannot be sent. */
export type Hindrance = 'opening' | 'gone' | 'elsewhere' | 'other folder' | 'no model'

/** What a person can do with the agent of a session now. */
export interface WhatCanBeDone {
  /** Words begin a turn, are added to the one that runs, or cannot be sent. */
  readonly words: 'start' | 'steer' | Hindrance
  readonly canInterrupt: boolean
  readonly canGoOn: boolean
}

/** What is known of a session and of the server. */
export interface Situation {
  readonly phase: SessionPhase
  readonly activity: SessionActivity | undefined
  readonly about: Pick<About, 'model'> | undefined
  /** Whether the log says that a program runs: of what is cut off, nothing else can go on. */
  readonly isProgramOpen: boolean
}

const nothing = { canInterrupt: false, canGoOn: false } as const

/** What can be done now; nothing that the server would refuse. */
export function whatCanBeDone({ phase, activity, about, isProgramOpen }: Situation): WhatCanBeDone {
  if (phase === 'gone') return { ...nothing, words: 'gone' }
  if (activity === undefined) return { ...nothing, words: 'opening' }
  switch (activity.at) {
    case 'elsewhere':
      return { ...nothing, words: 'elsewhere' }
    case 'nowhere':
      if (!activity.canGoOn) return { ...nothing, words: 'other folder' }
      // What is open in a session that nobody works on was cut off.
      return withModel(
        { words: 'start', canInterrupt: false, canGoOn: isProgramOpen && phase === 'whole' },
        about,
      )
    case 'here':
      // What runs has its model, whatever there is for others.
      if (activity.status === 'running') return { words: 'steer', canInterrupt: true, canGoOn: false }
      return { words: 'start', canInterrupt: false, canGoOn: activity.interrupted === true }
  }
}

function withModel(can: WhatCanBeDone, about: Situation['about']): WhatCanBeDone {
  return about !== undefined && about.model === undefined ? { ...nothing, words: 'no model' } : can
}
