export { sendDigests } from './send-digests.ts'
export {
  changeSubscription,
  isSubscribed,
  isUnsubscribeToken,
  unsubscribe,
  unsubscribeUrl,
} from './subscription.ts'
