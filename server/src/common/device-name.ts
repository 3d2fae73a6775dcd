const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i;

/** Whether Windows keeps the name of a file for a device, whatever extension follows. */
export function isDeviceName(name: string): boolean {
  const [base = ''] = name.split('.', 1);
  return deviceName.test(base.trimEnd());
}
