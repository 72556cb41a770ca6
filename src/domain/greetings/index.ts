/**
 * Greetings: the designed card of a campaign or of one gift request, with a photo or a video of the sender.
 *
 * - card      one of our drawings; the message of the gift is its text
 * - media     a photo or a video that a user uploaded; only links of gifts show it
 * - greeting  a card and media; the greeting of a gift request replaces the one of its campaign
 */

export { readCard } from './cards.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export {
  clearForGift,
  copyForCampaign,
  copyForGifts,
  createDemoCampaigns,
  eraseByGift,
  findByCampaign,
  findByGift,
  findByGifts,
  type Greeting,
  type GreetingInput,
  insertForGift,
  noGreeting,
  reserve,
  resolve,
  setForCampaign,
  setForGifts,
  unknownMediaMessage,
} from './greeting.ts'
export {
  deleteUnusedMedia,
  findMedia,
  type Media,
  readMedia,
  readPhoto,
  saveMedia,
} from './media.ts'
