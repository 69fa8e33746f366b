-- An index for the sweep of old arrivals of address ranges: those of the site stay for two weeks, and are many more by then.
CREATE INDEX arrivals_networks ON arrivals (minute) WHERE network <> '';
