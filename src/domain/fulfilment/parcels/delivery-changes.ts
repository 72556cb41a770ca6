/**
 * The pages on which recipients tell a carrier another address, day or place. They need the number of the parcel or an
 * account with the carrier. Other carriers offer changes on the tracking page of a parcel, if at all.
 */
// biome-ignore format: one carrier a line
const pageByCarrier: Readonly<Record<string, string>> = {
  dhlexpress: 'https://delivery.dhl.com/',
  fedex:      'https://www.fedex.com/en-us/delivery-manager.html',
  royalmail:  'https://www.royalmail.com/receiving-mail/redelivery',
  ups:        'https://www.ups.com/mychoice',
  usps:       'https://www.usps.com/manage/package-intercept.htm',
}

/** Returns the page of a carrier for changes of a delivery; undefined if it is not known. */
export function findDeliveryChangePage(carrier: string): string | undefined {
  const key = carrier.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(pageByCarrier, key) ? pageByCarrier[key] : undefined
}
