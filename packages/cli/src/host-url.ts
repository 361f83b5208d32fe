/**
 * The address that rules for requests judge a host by, as commands reach it.
 * @param host - a name or an address, of IPv6 without brackets.
 */
export function hostUrl(host: string, port: number): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}/`
}
