import { Component, type ComponentChildren, type JSX } from 'preact'
import { Problem } from '../kit/problem.tsx'
import { problemIn } from '../kit/problem-in.ts'
import { appWords } from './words.ts'

interface Props {
  /** What is shown; another one is tried again. */
  readonly part: string
  readonly children: ComponentChildren
}

interface State {
  readonly failed: { readonly part: string; readonly error: unknown } | undefined
}

/** Keeps a mistake in one part of the page from taking all of it away, an approval above all. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: undefined }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    this.setState({ failed: { part: this.props.part, error } })
  }

  override render(): ComponentChildren {
    const { failed } = this.state
    if (failed === undefined || failed.part !== this.props.part) return this.props.children
    return <Broken error={failed.error} retry={() => this.setState({ failed: undefined })} />
  }
}

function Broken({ error, retry }: { readonly error: unknown; readonly retry: () => void }): JSX.Element {
  const { code, message } = problemIn(error)
  return (
    <div class="app-page">
      <Problem problem={{ code, message: `${appWords.value.partBroke}: ${message}` }} onRetry={retry} />
    </div>
  )
}
