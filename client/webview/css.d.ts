/** Style sheets are bundled beside the script that imports them, or, for notebooks, in it as their text. */
declare module '*.css' {
  const text: string;
  export default text;
}
