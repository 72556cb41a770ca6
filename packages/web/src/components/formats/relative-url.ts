/**
 * Converts a URL of a picture on this service to a relative URL, so that the picture loads under any origin.
 */
export const toRelativeUrl = (url: string | undefined): string | undefined => {
  if (url === undefined || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname.startsWith('/images/') ? `${pathname}${search}` : url
}
