import { render } from 'preact'

render(<p>millrace</p>, document.getElementById('app')!)
