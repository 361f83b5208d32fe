import type { ComponentChildren, JSX } from 'preact'

/** A fact and its name; what is not known stands in no list. */
export type Fact = readonly [name: string, value: ComponentChildren]

/** Facts in two columns. */
export function FactList({ facts }: { readonly facts: readonly (Fact | undefined)[] }): JSX.Element {
  return (
    <dl class="details-facts">
      {facts.map(
        (fact) =>
          fact !== undefined && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
