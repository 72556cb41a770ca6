import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'Packed. Press Enter for the next parcel.': 'Gepackt. Drücken Sie Enter für das nächste Paket.',
  'This parcel is packed. To change it, choose “Mark as not packed” under “More actions”.':
    'Dieses Paket ist gepackt. Um es zu ändern, wählen Sie unter „Weitere Aktionen“ die Option „Als nicht gepackt markieren“.',
  'in the box. Tick one of {name}.': 'im Karton. Ein Stück von {name} abhaken.',
  'Scan or type it.': 'Scannen oder eingeben.',
  'Mail without tracking': 'Versand ohne Sendungsverfolgung',
  'Scan the number, or choose “Mail without tracking”.':
    'Scannen Sie die Nummer, oder wählen Sie „Versand ohne Sendungsverfolgung“.',
  '{code} is not a tracking number but the code of a parcel. Scan the label of the carrier.':
    '{code} ist keine Sendungsnummer, sondern der Code eines Pakets. Scannen Sie das Etikett des Paketdienstes.',
  '{code} is not a tracking number but the code of an item. Scan the label of the carrier.':
    '{code} ist keine Sendungsnummer, sondern der Code eines Artikels. Scannen Sie das Etikett des Paketdienstes.',
  '{count} days': { one: '{count} Tag', other: '{count} Tage' },
  '{guess}, by the number. Enter another one if it is wrong.':
    '{guess}, laut Nummer. Geben Sie einen anderen ein, falls das nicht stimmt.',
  '{name} has it': 'bei {name}',
  '{name}: {done} of {quantity}': '{name}: {done} von {quantity}',
  'Address unusable': 'Adresse nicht verwendbar',
  'All items are in the box. Press Enter when it is packed.':
    'Alle Artikel sind im Karton. Drücken Sie Enter, wenn er gepackt ist.',
  'All warehouses': 'Alle Lager',
  'Another packer can take the parcel now. Take it again to continue.':
    'Jetzt können auch andere das Paket nehmen. Nehmen Sie es erneut, um fortzufahren.',
  'Asking the carriers for their rates': 'Tarife der Paketdienste werden abgefragt',
  'Parcel barcode or SKU': 'Paket-Barcode oder SKU',
  'Buy the label': 'Etikett kaufen',
  'Choose a rate': 'Tarif wählen',
  'Choose a rate for {barcode}': 'Tarif für {barcode} wählen',
  'Do not send the parcel. Put its items back into stock.':
    'Versenden Sie das Paket nicht. Legen Sie die Artikel zurück in den Bestand.',
  'Document to print': 'Zu druckendes Dokument',
  'Enter, Space and the arrows work while the scan field is empty.':
    'Enter, Leertaste und Pfeiltasten wirken, solange das Scanfeld leer ist.',
  'Hand over': 'Übergeben',
  'Hand over {barcode}': '{barcode} übergeben',
  'Hand over to the carrier': 'An den Paketdienst übergeben',
  'Here is your next parcel.': 'Hier ist Ihr nächstes Paket.',
  'I have read it': 'Gelesen',
  'Its state has changed. Put it aside and ask the sender of the gift.':
    'Der Status hat sich geändert. Legen Sie es beiseite und fragen Sie den Absender des Geschenks.',
  'Its stock in {warehouse} is set to 0. The gift ships from another warehouse, or waits until the item is in stock. Put the other items back into stock.':
    'Der Bestand in {warehouse} wird auf 0 gesetzt. Das Geschenk wird aus einem anderen Lager versendet oder wartet, bis der Artikel vorrätig ist. Legen Sie die anderen Artikel zurück in den Bestand.',
  Keys: 'Tasten',
  'Keys of the packing station': 'Tasten des Packplatzes',
  Label: 'Etikett',
  'Leave it empty if the tracking number identifies the carrier.':
    'Leer lassen, wenn die Nummer den Paketdienst erkennen lässt.',
  'Loading the address': 'Adresse wird geladen',
  'Loading your parcels': 'Ihre Pakete werden geladen',
  'Mark as not packed': 'Als nicht gepackt markieren',
  'Mark the parcel as packed first.': 'Markieren Sie das Paket zuerst als gepackt.',
  'More actions for this parcel': 'Weitere Aktionen für dieses Paket',
  'No connection. Try again in a moment.': 'Keine Verbindung. Versuchen Sie es gleich noch einmal.',
  'No estimate': 'Keine Schätzung',
  'no number': 'keine Nummer',
  'No parcel': 'Kein Paket',
  'No parcel is open, so {code} cannot be checked. Take a parcel first.':
    'Kein Paket ist geöffnet, daher lässt sich {code} nicht prüfen. Nehmen Sie zuerst ein Paket.',
  'No parcel is waiting.': 'Kein Paket wartet.',
  'No parcel on your table': 'Kein Paket auf Ihrem Tisch',
  'None yet. A parcel that you take is yours for 20 minutes after your last key.':
    'Noch keine. Ein Paket, das Sie nehmen, gehört Ihnen bis 20 Minuten nach Ihrer letzten Eingabe.',
  'Not packed.': 'Nicht gepackt.',
  'Nothing to hand over': 'Nichts zu übergeben',
  'Nothing to pack': 'Nichts zu packen',
  'One moment. Then scan the parcel again.':
    'Einen Moment. Scannen Sie das Paket dann noch einmal.',
  'One too many: the parcel gets {quantity} × {name}.':
    'Eines zu viel: Ins Paket gehören {quantity} × {name}.',
  'One unit is written off in {warehouse}. If another one is in stock, take it. Otherwise the gift ships from another warehouse, or waits.':
    'In {warehouse} wird ein Stück abgeschrieben. Ist noch eines vorrätig, nehmen Sie dieses. Andernfalls wird das Geschenk aus einem anderen Lager versendet oder wartet.',
  'Open parcel {barcode}': 'Paket {barcode} öffnen',
  'Open|verb': 'Öffnen',
  packed: 'gepackt',
  Packed: 'Gepackt',
  'Packed parcels wait here until the carrier collects them.':
    'Gepackte Pakete warten hier auf die Abholung durch den Paketdienst.',
  Paper: 'Papier',
  'Parcel {barcode}': 'Paket {barcode}',
  'Parcel {barcode} is free again.': 'Paket {barcode} ist wieder frei.',
  'Parcel {barcode} is handed over to {carrier}.': 'Paket {barcode} ist an {carrier} übergeben.',
  'Parcel {barcode} is handed over.': 'Paket {barcode} ist übergeben.',
  'Parcel {barcode} is open.': 'Paket {barcode} ist geöffnet.',
  'Picture of the camera': 'Kamerabild',
  'Print {count} labels': '{count} Etiketten drucken',
  'Print {count} slips': '{count} Lieferscheine drucken',
  'Print the label, or choose its rate': 'Etikett drucken oder Tarif wählen',
  'Print the packing slip': 'Lieferschein drucken',
  'Problem?': 'Problem?',
  'Put the other items back. The gift ships from another warehouse, or when the item is in stock.':
    'Legen Sie die anderen Artikel zurück. Das Geschenk wird aus einem anderen Lager versendet oder sobald der Artikel vorrätig ist.',
  Queue: 'Warteschlange',
  Rate: 'Tarif',
  'Ready. Scan a parcel, or press Enter.': 'Bereit. Scannen Sie ein Paket oder drücken Sie Enter.',
  'Redeemed gifts appear here as soon as their parcels are planned.':
    'Eingelöste Geschenke erscheinen hier, sobald ihre Pakete geplant sind.',
  Release: 'Freigeben',
  'Release the parcel': 'Paket freigeben',
  'Report the address as unusable?': 'Adresse als nicht verwendbar melden?',
  'Report the item as damaged?': 'Artikel als beschädigt melden?',
  'Report the item as out of stock?': 'Artikel als nicht vorrätig melden?',
  'Return the parcel': 'Paket zurückgeben',
  'Returned. The parcel comes back with a corrected address.':
    'Zurückgegeben. Das Paket kommt mit korrigierter Adresse wieder.',
  'Scan a parcel or an item': 'Paket oder Artikel scannen',
  'Scan the barcode of a parcel, choose one from the queue, or take the oldest.':
    'Scannen Sie den Barcode eines Pakets, wählen Sie eines aus der Warteschlange oder nehmen Sie das älteste.',
  'Scan the other items, or press {keys} to confirm by hand.':
    'Scannen Sie die übrigen Artikel oder bestätigen Sie mit {keys} von Hand.',
  'Scan with the camera': 'Mit der Kamera scannen',
  'Select an item': 'Artikel auswählen',
  'Set the stock to 0': 'Bestand auf 0 setzen',
  'Ship to': 'Lieferadresse',
  'Show more': 'Mehr anzeigen',
  'Show the keys': 'Tasten anzeigen',
  Slip: 'Lieferschein',
  'Something went wrong. Try again.': 'Etwas ist schiefgelaufen. Versuchen Sie es erneut.',
  'Sound off': 'Ton aus',
  'Sound on': 'Ton an',
  'Sound on or off': 'Ton an oder aus',
  'Stop: the address has changed': 'Stopp: Die Adresse hat sich geändert',
  'Stop: this gift was cancelled': 'Stopp: Dieses Geschenk wurde storniert',
  'Stop: this parcel is not to pack any more': 'Stopp: Dieses Paket ist nicht mehr zu packen',
  Take: 'Nehmen',
  'Take a parcel first.': 'Nehmen Sie zuerst ein Paket.',
  'Take it again': 'Erneut nehmen',
  'Take next': 'Nächstes nehmen',
  'Take parcel {barcode}': 'Paket {barcode} nehmen',
  'Take several parcels': 'Mehrere Pakete nehmen',
  'Take the next {count}': 'Die nächsten {count} nehmen',
  'Take the next parcel': 'Nächstes Paket nehmen',
  'The address cannot be used': 'Die Adresse ist nicht verwendbar',
  'The camera is not available. Allow it in the settings of the browser.':
    'Die Kamera ist nicht verfügbar. Erlauben Sie sie in den Einstellungen des Browsers.',
  'The document could not be printed. {reason}':
    'Das Dokument konnte nicht gedruckt werden. {reason}',
  'The gift goes back to its sender, who corrects the address. The parcel then returns to the queue. Keep the box, or put the items back.':
    'Das Geschenk geht zurück an den Absender, der die Adresse korrigiert. Danach kommt das Paket wieder in die Warteschlange. Heben Sie den Karton auf, oder legen Sie die Artikel zurück.',
  'The gift then counts as dispatched, and the recipient can follow the parcel. This cannot be undone.':
    'Das Geschenk gilt dann als versendet, und der Empfänger kann das Paket verfolgen. Das lässt sich nicht rückgängig machen.',
  'The item': 'Der Artikel',
  'The label is bought already.': 'Das Etikett ist schon gekauft.',
  'The label of {carrier} is bought. Print it now.':
    'Das Etikett von {carrier} ist gekauft. Drucken Sie es jetzt.',
  'The next step: take, packed, hand over': 'Nächster Schritt: nehmen, gepackt, übergeben',
  'The number does not show its carrier. Enter the name.':
    'Die Nummer lässt den Paketdienst nicht erkennen. Geben Sie den Namen ein.',
  'The parcels of the simulator are not packed.': 'Die Pakete des Simulators werden nicht gepackt.',
  'The selected item is damaged': 'Der gewählte Artikel ist beschädigt',
  'The selected item is out of stock': 'Der gewählte Artikel ist nicht vorrätig',
  'this warehouse': 'diesem Lager',
  'Throw the label away. Take the parcel again and print a new one.':
    'Werfen Sie das Etikett weg. Nehmen Sie das Paket erneut und drucken Sie ein neues.',
  'Tick all items': 'Alle Artikel abhaken',
  'Tick one unit of the selected item': 'Ein Stück des gewählten Artikels abhaken',
  'to {country}': 'Ziel: {country}',
  'To pack': 'Zu packen',
  'Try again.': 'Versuchen Sie es erneut.',
  'US Letter': 'US Letter',
  Warehouse: 'Lager',
  'Write one off': 'Ein Stück abschreiben',
  'Written off. Take another one from stock and scan it.':
    'Abgeschrieben. Nehmen Sie ein anderes Stück aus dem Bestand und scannen Sie es.',
  'Wrong item: {code} is not in this parcel.':
    'Falscher Artikel: {code} gehört nicht in dieses Paket.',
  'You have {count} more parcels.': {
    one: 'Sie haben {count} weiteres Paket.',
    other: 'Sie haben {count} weitere Pakete.',
  },
  'Your 20 minutes are over': 'Ihre 20 Minuten sind um',
  'Your parcels': 'Ihre Pakete',
} satisfies Catalogue
