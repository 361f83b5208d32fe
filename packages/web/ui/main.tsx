import { render } from 'preact'
import { Shell } from './app/shell.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('the page has no #app')
render(<Shell />, root)
