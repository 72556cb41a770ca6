import type * as catalogue from '#catalogue'
import { findRegion, formatCountryName, listUsStates } from '#contract'
import type { RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { countryOptions } from './address-form.ts'
import { renderField } from './field.ts'
import { empty } from './layout.ts'
import { areItemsVisible, dependOnState } from './selection-state.ts'

/**
 * Returns the name of a country or a US state for the reader. In English the name follows 'in', so it has its
 * article: `the US`.
 */
export function placeName(localizer: Localizer, code: string): string {
  const [country = '', state = ''] = code.split('-')
  const region = findRegion('US', state)
  if (region !== undefined) return region.name
  if (country === '') return ''
  return localizer.language === 'en' ? formatCountryName(country) : localizer.country(country)
}

/**
 * Renders the country with fields to choose another one. If the items depend on the state, the fields also
 * ask for the state.
 */
export function renderDestinationFields(
  localizer: Localizer,
  gift: RedemptionPage,
  destination: catalogue.Destination,
  { isStateMissing, isOpen }: { isStateMissing: boolean; isOpen: boolean },
): SafeHtml {
  const { t } = localizer
  const country = renderField(localizer, {
    ...{ name: 'country', label: t('choose.country'), value: destination.country },
    ...{ isRequired: true, autocomplete: 'shipping country', error: undefined },
    options: countryOptions(localizer),
  })
  const state =
    destination.country === 'US' && dependOnState(gift)
      ? renderField(localizer, {
          ...{ name: 'region', label: t('region.state'), isRequired: true },
          value: findRegion('US', destination.region ?? '')?.code ?? '',
          autocomplete: 'shipping address-level1',
          error: isStateMissing ? t('error.choose', { label: t('region.state') }) : undefined,
          options: [
            ['', t('label.choose')],
            ...listUsStates().map(({ code, name }) => [code, name] as const),
          ],
        })
      : empty
  const place = placeName(localizer, destination.country)
  const open = isOpen || isStateMissing ? new SafeHtml(' open') : empty
  return html`<details class="where"${open}><summary><span>${t('choose.delivery', { place })}</span> <span class="change-place">${t('choose.changePlace')}</span></summary><div class="place">${country}${state}<p class="go"><button name="do" value="country" formnovalidate>${t('choose.countryGo')}</button></p></div></details>`
}

/**
 * Renders the names of the items that are not a part of the gift at this place. For a surprise, it renders no
 * names.
 */
export function renderLeftOut(localizer: Localizer, gift: RedemptionPage): SafeHtml {
  const [first] = gift.left_out
  if (first === undefined || !areItemsVisible(gift)) return empty
  const names = gift.left_out.map(({ name }) => name)
  const text = localizer.t('choose.leftOut', {
    count: names.length,
    names: localizer.formatList(names),
    place: placeName(localizer, first.denied_in ?? ''),
  })
  return html`<p class="gone">${text}</p>`
}
