/** Converts picture URLs of this service to relative ones, so that they load under any origin. */
export const toRelativeUrl = (url: string | undefined): string | undefined => {
  if (url === undefined || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname.startsWith('/images/') ? `${pathname}${search}` : url
}
