/** The path of the list in the web app for each resource of the public API. */
export const resourcePages: Readonly<Record<string, string>> = {
  gift_requests: '/gift-requests',
  campaigns: '/campaigns',
  one_links: '/one-links',
  events: '/developers/events',
}
