/**
 * The place that a request to an address touches, as `host:port`. What is no plain http or https address stands as
 * it was spelled, so that a policy refuses it instead of missing it.
 */
export function touchedHost(spelling: string): string {
  const url = URL.canParse(spelling) ? new URL(spelling) : undefined
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain) return spelling
  const port = url.port === '' ? { 'http:': '80', 'https:': '443' }[url.protocol] : url.port
  return `${url.hostname}:${port}`
}
