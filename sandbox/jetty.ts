/**
 * Why Jetty 12 refuses a path before Kafka Connect sees it; null if it doesn't. So a connector with such a name can be
 * created and listed, but no path reaches it.
 */
export function refusedPath(path: string): string | null {
  try {
    decodeURIComponent(path)
  } catch {
    return 'Bad Request'
  }
  if (/%5c|\\/i.test(path)) return 'Suspicious Path Character'
  const reasons = [
    ...(/%2f/i.test(path) ? ['Ambiguous URI path separator'] : []),
    ...(/%25/.test(path) ? ['Ambiguous URI path encoding'] : []),
    ...(/\/(%2e|\.%2e|%2e\.|%2e%2e)(\/|$)/i.test(path) ? ['Ambiguous URI path segment'] : []),
  ]
  return reasons.length > 0 ? reasons.join(', ') : null
}

export function errorPage(status: number, path: string, message: string): string {
  const uri = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<html>
<head>
<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>
<title>Error ${status} ${message}</title>
</head>
<body>
<h2>HTTP ERROR ${status} ${message}</h2>
<table>
<tr><th>URI:</th><td>${uri}</td></tr>
<tr><th>STATUS:</th><td>${status}</td></tr>
<tr><th>MESSAGE:</th><td>${message}</td></tr>
</table>
<hr/><a href="https://jetty.org/">Powered by Jetty:// 12.0.39</a><hr/>

</body>
</html>
`
}
