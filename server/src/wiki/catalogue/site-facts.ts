/** What is known of a site beside its modules. Whatever is absent is not judged. */
export interface SiteFacts {
  /** The modules are those that the site itself told: what it does not know is not there. */
  readonly own?: boolean;
  /** The names of every namespace by its id, the one of articles having none. */
  readonly namespaces?: ReadonlyMap<number, readonly string[]>;
  /** The account has the right `apihighlimits`: 500 values and 5000 rows instead of 50 and 500. */
  readonly highLimits?: boolean;
}
