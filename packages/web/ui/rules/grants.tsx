import { escapeVisible } from '@millrace/protocol'
import type { RulesReport } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { deed } from '../kit/deed.ts'
import { Problem } from '../kit/problem.tsx'
import { rulesWords } from './words.ts'

type Grant = RulesReport['grants'][number]

/** What was allowed beyond single calls, each with a way to take it back. */
export function Grants({
  grants,
  onRevoked,
}: Pick<RulesReport, 'grants'> & { readonly onRevoked: () => void }): JSX.Element {
  const words = rulesWords.value
  const heading = useRef<HTMLHeadingElement>(null)
  const revoked = (): void => {
    // The button goes away, and with it the place where the person was.
    heading.current?.focus()
    onRevoked()
  }
  return (
    <section aria-label={words.grants}>
      <h2 ref={heading} tabIndex={-1}>
        {words.grants}
      </h2>
      {grants.length === 0 ? (
        <p class="kit-quiet">{words.noGrants}</p>
      ) : (
        <ul>
          {grants.map((grant) => (
            <GrantItem key={grant.id} grant={grant} onRevoked={revoked} />
          ))}
        </ul>
      )}
    </section>
  )
}

function GrantItem({
  grant: { id, rule, words: said },
  onRevoked,
}: {
  readonly grant: Grant
  readonly onRevoked: () => void
}): JSX.Element {
  const words = rulesWords.value
  const revoking = useMemo(
    () => deed(async () => void (await post(`/api/rules/grants/${addressPart(id)}/revoke`))),
    [id],
  )
  const isBusy = revoking.isUnderWay.value
  const revoke = async (): Promise<void> => {
    if (await revoking.start()) onRevoked()
  }
  return (
    <li>
      <code>{escapeVisible(rule)}</code> <span class="kit-quiet">{escapeVisible(said)}</span>{' '}
      <button type="button" class="kit-button" aria-disabled={isBusy} onClick={() => void revoke()}>
        {isBusy ? words.revoking : words.revoke}
        <span class="visually-hidden"> {escapeVisible(rule)}</span>
      </button>
      <Problem problem={revoking.problem.value} />
    </li>
  )
}
