import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/attention.ts'

export const catalogue: SameTexts<typeof german> = {
  '{resent} events are sent again.': '',
  'Address rejected': '',
  'Bounced emails': '',
  Ended: '',
  'Endpoint failing': '',
  'Endpoints that missed events': '',
  'Failed delivery attempts': '',
  'Failing webhook endpoints': '',
  'Gifts out of stock': '',
  'Gifts that expire soon': '',
  'Lost and returned parcels': '',
  'Missed events': '',
  'Nothing needs attention.': '',
  Overdue: '',
  'Overdue gifts': '',
  'Parcel lost or returned': '',
  'Problems that need a person. An entry ends when its cause is gone.': '',
  'Rejected addresses': '',
  'Reminder sent.': '',
  'Test event sent.': '',
  'What needs attention': '',
  'You’re all caught up': '',
}
