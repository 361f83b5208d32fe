import type { EgressList } from './egress-list.ts'

/** The variables by which programs find the proxy of their sandbox. */
export function proxyEnvironment(port: number, list: EgressList): Record<string, string> {
  const proxy = `http://127.0.0.1:${port}`
  const own = ['localhost', '127.0.0.1', '::1']
  // A listed place on the loopback address is one of the host; any other port there is a server of the sandbox's own.
  const direct = own.filter(
    (host) => !list.exact.some((place) => place.replace(/[[\]]/g, '').startsWith(`${host}:`)),
  )
  const variables: Record<string, string> = { NODE_USE_ENV_PROXY: '1' }
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    variables[name] = proxy
    variables[name.toLowerCase()] = proxy
  }
  variables['NO_PROXY'] = direct.join(',')
  variables['no_proxy'] = direct.join(',')
  return variables
}
