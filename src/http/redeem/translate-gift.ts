import * as campaigns from '#campaigns'
import { fillMessage } from '#contract/merge-fields'
import * as gifting from '#gifting'
import type { Language } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'

/** Returns the texts of the campaign and of the items in the language of the page. */
export async function translateGift(
  ctx: TxContext,
  gift: gifting.RedemptionPage,
  communication: campaigns.Translatable | undefined,
  language: Language,
) {
  const items = await gifting.translateItems(ctx, gift, language)
  return { ...items, ...translateCampaign(gift, communication, language) }
}

/** Returns the texts of the campaign that exist in the language of the page. */
function translateCampaign(
  { theme, message, message_template, first_name, last_name }: gifting.RedemptionPage,
  communication: campaigns.Translatable | undefined,
  language: Language,
) {
  if (communication === undefined) return {}
  const translation = campaigns.findTranslation(communication, language)
  const translated = campaigns.translateMessage(communication, message_template, language)
  return {
    theme: theme && campaigns.translateTheme(theme, translation),
    message: translated ? fillMessage(translated, { first_name, last_name }) : message,
    translated: new Set<campaigns.TranslatedText>([
      ...(translation.headline === undefined ? [] : ['headline' as const]),
      ...(translation.message === undefined ? [] : ['message' as const]),
      ...(translated === undefined ? [] : ['body' as const]),
    ]),
  }
}

/** Returns the settings of the emails and pages of the gift's campaign. */
export async function findCommunication(
  ctx: TxContext,
  { account_id, campaign }: gifting.RedemptionPage,
) {
  if (campaign === null) return undefined
  return (await campaigns.communicationSettingsById(ctx, [{ account_id, id: campaign.id }])).get(
    campaign.id,
  )
}
