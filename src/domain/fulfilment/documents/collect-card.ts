import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { parseRawJson } from '#contract'
import { fillMessage } from '#contract/merge-fields'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { getTextDirection, languageOfLocale } from '#platform/lib/languages'
import { createPageTranslate } from '#platform/messages/page-texts'
import type { TxContext } from '#platform/postgres/database'
import type { PrintedCard } from './documents.ts'

/** The colour of gifts without a campaign, in an account without a colour. */
const defaultColor = '#7a2459'

/** The country whose shapes of Han characters a language has. */
const countries: Readonly<Record<string, string>> = {
  ja: 'JP',
  ko: 'KR',
  'zh-Hant': 'TW',
}

/** Returns the cards of gift requests by id. Omits gift requests whose campaign has no printed cards. */
export async function collectCards(
  ctx: TxContext,
  gifts: readonly gifting.Gift[],
): Promise<ReadonlyMap<string, PrintedCard>> {
  const refs = gifts.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const account = await accounts.readSettings(ctx)
  const settingsById = await campaigns.communicationSettingsById(ctx, refs)
  const greetingById = await greetings.findByGifts(ctx, gifts)
  const cards = new Map<string, PrintedCard>()
  for (const gift of gifts) {
    const settings = settingsById.get(gift.campaign_id ?? '')
    if (settings?.prints_card === false) continue
    const session = await gifting.findSession(ctx, gift)
    const greeting = greetingById.get(gift.id) ?? greetings.noGreeting
    cards.set(gift.id, toCard(ctx, gift, { account, settings, session, greeting }))
  }
  return cards
}

/** Reads the photos of cards, each once. A photo that was deleted meanwhile is left out. */
export async function collectPhotos(
  ctx: TxContext,
  cards: Iterable<PrintedCard>,
): Promise<Record<string, Uint8Array>> {
  const photos: Record<string, Uint8Array> = {}
  for (const { photo_id } of cards) {
    const media =
      photo_id === null || Object.hasOwn(photos, photo_id)
        ? undefined
        : await greetings.findMedia(ctx, photo_id)
    const content = media && (await greetings.readPhoto(ctx, media))
    if (media !== undefined && content !== undefined) photos[media.id] = content
  }
  return photos
}

interface CardSources {
  account: accounts.Settings
  settings: campaigns.CommunicationSettings | undefined
  session: { locale: string | null } | undefined
  greeting: greetings.Greeting
}

function toCard(
  { deployment }: TxContext,
  gift: gifting.Gift,
  { account, settings, session, greeting: { card: design, media } }: CardSources,
): PrintedCard {
  const language =
    languageOfLocale(session?.locale ?? '') ?? languageOfLocale(settings?.locale ?? '') ?? 'en'
  const t = createPageTranslate(language, settings?.tone ?? account.tone)
  const { sender_name } = gift
  const sender =
    sender_name === '' || account.name.includes(sender_name)
      ? account.name
      : sender_name.includes(account.name)
        ? sender_name
        : `${sender_name}, ${account.name}`
  const url = gifting.redemptionUrl(deployment, gift)
  return {
    picture: design === null ? null : greetings.readCard(design),
    color: settings?.theme.color ?? account.brand_color ?? defaultColor,
    headline: findHeadline(settings, language) ?? t('card.gift', { sender: sender_name || sender }),
    message: findMessage(gift, settings, language),
    sender_name,
    photo_id: media?.content_type.startsWith('image/') === true ? media.id : null,
    greeting: t('card.gift', { sender: sender_name || sender }),
    sent_by: t('card.sentBy', { sender }),
    link: url === null ? null : { url, text: t('card.scan') },
    direction: getTextDirection(language),
    country: countries[language],
  }
}

type Settings = CardSources['settings']
type Language = Parameters<typeof createPageTranslate>[0]

const findHeadline = (settings: Settings, language: Language): string | undefined =>
  settings &&
  campaigns.translateTheme(settings.theme, campaigns.findTranslation(settings, language)).headline

/** Returns the message in the language of the recipient, as the page of the gift shows it. */
function findMessage(gift: gifting.Gift, settings: Settings, language: Language): string {
  const translated =
    settings && campaigns.translateMessage(settings, parseRawJson(gift.email_message), language)
  return translated === undefined
    ? gifting.readMessage(gift).body
    : fillMessage(translated, gift).body
}
