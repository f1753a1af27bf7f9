/**
 * Whether a path can reach the connector of this name. Jetty answers 400 to an encoded `/`, `%` or `\` and to dot
 * segments, so such a connector is listed but can be neither asked after nor restarted (seen on Kafka 4.4.0).
 */
export function isAddressable(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name.isWellFormed() && !/[/%\\\p{Cc}]/u.test(name)
}
