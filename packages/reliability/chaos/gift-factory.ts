/** Builds the body of the nth gift request. Each gift request has its own recipient. */
export type GiftFactory = (n: number) => object

interface Campaign {
  id: string
  state: string
  invitation_method: string
  products: { variants: { id: string }[] }[]
}

/**
 * Creates a factory of gift requests. One in four is a direct-send, which emits a second
 * event when its link is created.
 */
export function createGiftFactory(campaigns: Record<string, unknown>): GiftFactory {
  const { data } = campaigns as unknown as { data: Campaign[] }
  const findByMethod = (method: string) => {
    const campaign = data.find(
      ({ state, invitation_method }) => state === 'available' && invitation_method === method,
    )
    if (campaign === undefined) throw new Error(`The catalogue has no campaign by ${method}.`)
    return campaign
  }
  const choice = findByMethod('email')
  const direct = findByMethod('sender_provided_address')
  const variant = direct.products[0]?.variants[0]
  if (variant === undefined) throw new Error('The campaign for direct-sends offers nothing.')

  return (n) => {
    const recipient = { first_name: 'Ada', last_name: 'Larkin', email: `ada.${n}@example.com` }
    if (n % 4 !== 0) return { campaign_id: choice.id, recipient }
    return {
      campaign_id: direct.id,
      recipient,
      shipping_address: {
        name: 'Ada Larkin',
        line_1: '1 High Street',
        city: 'London',
        postal_code: 'SW1A 1AA',
        country: 'GB',
      },
      line_items: [{ variant_id: variant.id, quantity: 1 }],
    }
  }
}
