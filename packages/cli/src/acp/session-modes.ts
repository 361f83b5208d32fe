import type { HostSession, SessionMode } from '@millrace/acp'
import type { PermissionMode, Permissions } from '@millrace/policies/permissions'
import { offeredModes } from '../permissions/offered-modes.ts'

const known: readonly (SessionMode & { readonly id: PermissionMode })[] = [
  { id: 'default', name: 'Ask', description: 'Asks about what no rule allows and changes something.' },
  {
    id: 'accept-edits',
    name: 'Accept edits',
    description: 'Changes files of the folder without a question; asks about all else.',
  },
  { id: 'plan', name: 'Plan', description: 'Changes nothing: only reads and searches.' },
  { id: 'bypass', name: 'Bypass', description: 'Asks about nothing. What rules deny stays denied.' },
]

/**
 * The permission modes of a session.
 * @param allowsBypass - whether the operator lets an editor choose the mode that asks nobody.
 */
export function sessionModes(
  permissions: Pick<Permissions, 'mode' | 'setMode'>,
  allowsBypass: boolean,
): Pick<HostSession, 'modes' | 'setMode'> {
  const offered = offeredModes(permissions, allowsBypass)
  const available = known.filter(({ id }) => offered.includes(id))
  return {
    modes: () => ({ current: permissions.mode, available }),
    setMode: (wanted) => {
      const mode = available.find(({ id }) => id === wanted)
      if (mode !== undefined) permissions.setMode(mode.id)
    },
  }
}
