import type * as acp from '@agentclientprotocol/sdk'
import type { SessionModes } from '../contract.ts'

/** By this id the mode is an option of a session. */
export const modeOption = 'mode'

/** The modes of a session for an editor that knows modes. */
export function modeState({ current, available }: SessionModes): acp.SessionModeState {
  return { currentModeId: current, availableModes: available.map((mode) => ({ ...mode })) }
}

/** The same for an editor that knows options. */
export function modeOptions({ current, available }: SessionModes): acp.SessionConfigOption[] {
  return [
    {
      type: 'select',
      id: modeOption,
      name: 'Permissions',
      description: 'What happens to calls that no rule decides about.',
      category: 'mode',
      currentValue: current,
      options: available.map(({ id, name, description }) => ({ value: id, name, description })),
    },
  ]
}
