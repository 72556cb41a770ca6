import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/packing.ts'

export const catalogue: SameTexts<typeof german> = {
  'Packed. Press Enter for the next parcel.': '梱包済みです。Enter を押すと次の荷物に進みます。',
  'This parcel is packed. To change it, choose “Mark as not packed” under “More actions”.':
    'この荷物は梱包済みです。変更するには「その他の操作」で「未梱包に戻す」を選んでください。',
  'in the box. Tick one of {name}.': '個を箱に入れました。{name}を 1 個チェックします。',
  'Scan or type it.': 'スキャンするか、入力してください。',
  'Mail without tracking': '追跡なしの郵便',
  'Scan the number, or choose “Mail without tracking”.':
    '番号をスキャンするか、「追跡なしの郵便」を選んでください。',
  '{code} is not a tracking number but the code of a parcel. Scan the label of the carrier.':
    '{code} は追跡番号ではなく、荷物のコードです。配送業者の送り状をスキャンしてください。',
  '{code} is not a tracking number but the code of an item. Scan the label of the carrier.':
    '{code} は追跡番号ではなく、アイテムのコードです。配送業者の送り状をスキャンしてください。',
  '{count} days': { other: '{count} 日' },
  '{guess}, by the number. Enter another one if it is wrong.':
    '番号から{guess}と判定しました。違う場合は入力してください。',
  '{name} has it': '{name}さんが担当中',
  '{name}: {done} of {quantity}': '{name}：{quantity} 点中 {done} 点',
  'Address unusable': '住所を使用不可',
  'All items are in the box. Press Enter when it is packed.':
    'すべてのアイテムが箱に入りました。梱包が終わったら Enter を押してください。',
  'All warehouses': 'すべての倉庫',
  'Another packer can take the parcel now. Take it again to continue.':
    'ほかの梱包担当が荷物を取れるようになりました。続ける場合は取り直してください。',
  'Asking the carriers for their rates': '配送業者の料金を照会しています',
  'Parcel barcode or SKU': '荷物のバーコードか SKU',
  'Buy the label': '送り状を購入',
  'Choose a rate': '料金を選ぶ',
  'Choose a rate for {barcode}': '{barcode} の料金を選択',
  'Do not send the parcel. Put its items back into stock.':
    '荷物を発送しないでください。アイテムは在庫に戻してください。',
  'Document to print': '印刷する書類',
  'Enter, Space and the arrows work while the scan field is empty.':
    'Enter、スペース、矢印キーは、スキャン欄が空のときに使えます。',
  'Hand over': '引き渡す',
  'Hand over {barcode}': '{barcode} を引き渡す',
  'Hand over to the carrier': '配送業者に引き渡す',
  'Here is your next parcel.': '次の荷物です。',
  'I have read it': '確認しました',
  'Its state has changed. Put it aside and ask the sender of the gift.':
    '状態が変わりました。荷物を取り分け、ギフトの送り主に確認してください。',
  'Its stock in {warehouse} is set to 0. The gift ships from another warehouse, or waits until the item is in stock. Put the other items back into stock.':
    '{warehouse}の在庫が 0 になります。ギフトは別の倉庫から発送されるか、入荷まで保留されます。ほかのアイテムは在庫に戻してください。',
  Keys: 'キー操作',
  'Keys of the packing station': '梱包ステーションのキー操作',
  Label: '送り状',
  'Leave it empty if the tracking number identifies the carrier.':
    '番号から配送業者がわかる場合は空欄にします。',
  'Loading the address': '住所を読み込んでいます',
  'Loading your parcels': '荷物を読み込んでいます',
  'Mark as not packed': '未梱包に戻す',
  'Mark the parcel as packed first.': '先に荷物を梱包済みにしてください。',
  'More actions for this parcel': 'この荷物のその他の操作',
  'No connection. Try again in a moment.':
    '接続できません。しばらくしてからもう一度お試しください。',
  'No estimate': '日数の目安なし',
  'no number': '番号なし',
  'No parcel': '荷物なし',
  'No parcel is open, so {code} cannot be checked. Take a parcel first.':
    '荷物が開かれていないため、{code} を確認できません。先に荷物を取ってください。',
  'No parcel is waiting.': '待機中の荷物はありません。',
  'No parcel on your table': '作業中の荷物はありません',
  'None yet. A parcel that you take is yours for 20 minutes after your last key.':
    'まだありません。取った荷物は、最後の操作から 20 分間あなたの担当になります。',
  'Not packed.': '未梱包に戻しました。',
  'Nothing to hand over': '引き渡す荷物はありません',
  'Nothing to pack': '梱包する荷物はありません',
  'One moment. Then scan the parcel again.': '少し待ってから、荷物をもう一度スキャンしてください。',
  'One too many: the parcel gets {quantity} × {name}.':
    '1 点多いです。この荷物に入れるのは{name} × {quantity} です。',
  'One unit is written off in {warehouse}. If another one is in stock, take it. Otherwise the gift ships from another warehouse, or waits.':
    '{warehouse}の在庫から 1 点を廃棄として差し引きます。ほかに在庫があればそれを使ってください。なければ別の倉庫から発送されるか、保留されます。',
  'Open parcel {barcode}': '荷物 {barcode} を開く',
  'Open|verb': '開く',
  packed: '梱包済み',
  Packed: '梱包済み',
  'Packed parcels wait here until the carrier collects them.':
    '梱包済みの荷物は、配送業者の集荷までここに表示されます。',
  Paper: '用紙',
  'Parcel {barcode}': '荷物 {barcode}',
  'Parcel {barcode} is free again.': '荷物 {barcode} を手放しました。',
  'Parcel {barcode} is handed over to {carrier}.': '荷物 {barcode} を{carrier}に引き渡しました。',
  'Parcel {barcode} is handed over.': '荷物 {barcode} を引き渡しました。',
  'Parcel {barcode} is open.': '荷物 {barcode} を開きました。',
  'Picture of the camera': 'カメラの映像',
  'Print {count} labels': '送り状 {count} 枚を印刷',
  'Print {count} slips': '納品書 {count} 枚を印刷',
  'Print the label, or choose its rate': '送り状を印刷、または料金を選択',
  'Print the packing slip': '納品書を印刷',
  'Problem?': '問題がありますか？',
  'Put the other items back. The gift ships from another warehouse, or when the item is in stock.':
    'ほかのアイテムを在庫に戻してください。ギフトは別の倉庫から、または入荷後に発送されます。',
  Queue: '待ち一覧',
  Rate: '料金',
  'Ready. Scan a parcel, or press Enter.':
    '準備完了。荷物をスキャンするか、Enter を押してください。',
  'Redeemed gifts appear here as soon as their parcels are planned.':
    '受け取り手続きが済んだギフトは、荷物の準備が決まりしだいここに表示されます。',
  Release: '手放す',
  'Release the parcel': '荷物を手放す',
  'Report the address as unusable?': 'この住所を使用不可として報告しますか？',
  'Report the item as damaged?': 'このアイテムを破損として報告しますか？',
  'Report the item as out of stock?': 'このアイテムを在庫切れとして報告しますか？',
  'Return the parcel': '荷物を差し戻す',
  'Returned. The parcel comes back with a corrected address.':
    '差し戻しました。住所が修正されると荷物が戻ってきます。',
  'Scan a parcel or an item': '荷物またはアイテムをスキャン',
  'Scan the barcode of a parcel, choose one from the queue, or take the oldest.':
    '荷物のバーコードをスキャンするか、待ち一覧から選ぶか、最も古い荷物を取ってください。',
  'Scan the other items, or press {keys} to confirm by hand.':
    '残りのアイテムをスキャンするか、{keys} を押して手動で確定してください。',
  'Scan with the camera': 'カメラでスキャン',
  'Select an item': 'アイテムを選択',
  'Set the stock to 0': '在庫を 0 にする',
  'Ship to': '配送先',
  'Show more': 'さらに表示',
  'Show the keys': 'キー操作を表示',
  Slip: '納品書',
  'Something went wrong. Try again.': '問題が発生しました。もう一度お試しください。',
  'Sound off': '音声オフ',
  'Sound on': '音声オン',
  'Sound on or off': '音声のオン・オフ',
  'Stop: the address has changed': '中止：住所が変更されました',
  'Stop: this gift was cancelled': '中止：このギフトは取り消されました',
  'Stop: this parcel is not to pack any more': '中止：この荷物の梱包は不要になりました',
  Take: '取る',
  'Take a parcel first.': '先に荷物を取ってください。',
  'Take it again': 'もう一度取る',
  'Take next': '次を取る',
  'Take parcel {barcode}': '荷物 {barcode} を取る',
  'Take several parcels': '複数の荷物を取る',
  'Take the next {count}': '次の {count} 個を取る',
  'Take the next parcel': '次の荷物を取る',
  'The address cannot be used': '住所を使用できない',
  'The camera is not available. Allow it in the settings of the browser.':
    'カメラを使用できません。ブラウザーの設定で許可してください。',
  'The document could not be printed. {reason}': '書類を印刷できませんでした。{reason}',
  'The gift goes back to its sender, who corrects the address. The parcel then returns to the queue. Keep the box, or put the items back.':
    'ギフトは送り主に戻り、送り主が住所を修正します。その後、荷物は梱包待ちに戻ります。箱を保管するか、アイテムを在庫に戻してください。',
  'The gift then counts as dispatched, and the recipient can follow the parcel. This cannot be undone.':
    'ギフトは発送済みになり、受取人が荷物を追跡できます。この操作は元に戻せません。',
  'The item': 'このアイテム',
  'The label is bought already.': '送り状は購入済みです。',
  'The label of {carrier} is bought. Print it now.':
    '{carrier}の送り状を購入しました。印刷してください。',
  'The next step: take, packed, hand over': '次のステップ：取る、梱包済み、引き渡す',
  'The number does not show its carrier. Enter the name.':
    '番号から配送業者を判定できません。名前を入力してください。',
  'The parcels of the simulator are not packed.': 'シミュレーターの荷物は梱包の対象外です。',
  'The selected item is damaged': '選択したアイテムは破損',
  'The selected item is out of stock': '選択したアイテムは在庫切れ',
  'this warehouse': 'この倉庫',
  'Throw the label away. Take the parcel again and print a new one.':
    '送り状を破棄してください。荷物を取り直し、新しい送り状を印刷します。',
  'Tick all items': 'すべてチェック',
  'Tick one unit of the selected item': '選択したアイテムを 1 点チェック',
  'to {country}': '{country}宛',
  'To pack': '梱包待ち',
  'Try again.': 'もう一度お試しください。',
  'US Letter': 'US レター',
  Warehouse: '倉庫',
  'Write one off': '1 点を廃棄処理',
  'Written off. Take another one from stock and scan it.':
    '廃棄として差し引きました。在庫から別の 1 点を取り、スキャンしてください。',
  'Wrong item: {code} is not in this parcel.':
    'アイテムが違います。{code} はこの荷物に含まれません。',
  'You have {count} more parcels.': { other: '荷物が {count} 個増えました。' },
  'Your 20 minutes are over': '20 分が経過しました',
  'Your parcels': '担当中の荷物',
}
