/**
 * Loaded before the tests in CI: property tests use the same cases in every run, so that a failure is caused by the
 * change.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_120 });
