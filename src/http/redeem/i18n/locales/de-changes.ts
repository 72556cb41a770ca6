/** German texts about changes after the confirmation. */
// biome-ignore format: one text a line
export const deChanges = {
  'title.change': 'Geschenk ändern',
  'change.section': 'Doch lieber etwas anderes?',
  'change.until': 'Geschenk und Adresse lassen sich ändern, bis das Paket gepackt ist.',
  'change.untilAddress': 'Die Adresse lässt sich ändern, bis das Paket gepackt ist.',
  'change.heading': 'Geschenk ändern',
  'change.lead': 'Suchen Sie sich etwas anderes aus. Dann schicken wir Ihnen das.',
  'change.save': 'Auswahl speichern',
  'change.keep': 'So lassen',
  'change.required': 'Bitte wählen Sie ein Geschenk.',
  'change.gone': 'Das war leider gerade das letzte Stück. Ihr Geschenk ist unverändert. Sie können etwas anderes aussuchen.',
  'change.proveLead': 'Damit nur Sie das Geschenk ändern können, senden wir zuerst einen Link an Ihre E-Mail-Adresse.',
  'change.saved': 'Ihre Änderungen sind gespeichert.',
  'change.pending': 'Wir übernehmen gerade Ihre Änderung. Sobald sie feststeht, bekommen Sie eine E-Mail.',
  'change.packing': 'Ihr Geschenk wird gerade gepackt und lässt sich nicht mehr ändern.',
  'change.late': 'Ihr Geschenk wurde leider gerade gepackt. Es bleibt alles wie bisher.',
  'change.busy': 'Wir drucken gerade das Versandetikett. Bitte versuchen Sie es in einer Minute noch einmal.',
  'change.limit': 'Sie haben dieses Geschenk schon oft geändert. Bitte schreiben Sie an {{sender}}, wenn noch etwas anders werden soll.',
  'change.later': 'Geschenk und Adresse lassen sich noch ändern, bis das Paket gepackt ist.',
} as const
